// In the page: figures, amounts and dates that a reader sees only a part of. A long name or address may end in dots, as
// it is whole on hover; a number may not, as its first digits read like another number.

export function clippedFigures(): string[] {
  const isFigure = (text: string) =>
    /^[-+−]?\D{0,4}\d[\d,. %×]*\D{0,4}$/.test(text.trim()) || /[$€£₹]\s?\d|\d{4}, \d\d:\d\d|\(\d+\)$/.test(text);
  return [...document.querySelectorAll('main *')].flatMap((element) => {
    const text = element.textContent ?? '';
    if (text.length > 80 || !/\d/.test(text) || !isFigure(text) || element.closest('input, textarea, [hidden]'))
      return [];
    const { overflowX, clip } = getComputedStyle(element);
    const isCut = overflowX !== 'visible' && clip === 'auto' && element.scrollWidth > element.clientWidth + 1;
    const box = element.getBoundingClientRect();
    const frame = element.closest('[data-stat], dd, td, li')?.getBoundingClientRect();
    const leavesItsFrame = frame !== undefined && box.width > 0 && box.right > frame.right + 1;
    return isCut || leavesItsFrame ? [text] : [];
  });
}
