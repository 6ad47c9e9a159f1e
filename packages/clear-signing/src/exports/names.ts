// A separate chunk: the Unicode tables are large, and most names do not need them.
export { normalizeName } from '../names/normalizeName.ts'
