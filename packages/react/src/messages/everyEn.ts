import { en } from './en.ts'
import { moneyEn } from './moneyEn.ts'
import { swapEn } from './swapEn.ts'

/** Every English text of the kit, by key: what other languages translate. */
export const everyEn = { ...en, ...moneyEn, ...swapEn } as const
