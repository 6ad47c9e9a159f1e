// A chunk of its own: the tables of Unicode are large, and most names do without.
export { normalizeName } from '../names/normalizeName.ts'
