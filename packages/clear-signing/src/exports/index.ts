export type * from '../Description.ts'
