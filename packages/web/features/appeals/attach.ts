/** files as the wire takes them */
export const readAttached = (files: readonly File[]): Promise<{ name: string; data: string }[]> =>
  Promise.all(
    files.map(async (file) => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      let text = '';
      for (const byte of bytes) text += String.fromCharCode(byte);
      return { name: file.name, data: btoa(text) };
    }),
  );
