// What others take of it: the server's tests let it judge what the server makes.
export { checkStatement } from './check.mjs';
export { isConsistent, isIncluded } from './merkle.mjs';
