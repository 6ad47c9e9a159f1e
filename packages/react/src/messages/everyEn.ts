import { en } from './en.ts'
import { moneyEn } from './moneyEn.ts'

/** Every English text of the kit, by key: what other languages translate. */
export const everyEn = { ...en, ...moneyEn } as const
