import { cardEn } from './cardEn.ts'
import { requestEn } from './requestEn.ts'
import { windowEn } from './windowEn.ts'

/** Every English text of the wallet; `{name}` is filled in. The frame's bundle holds its own part alone. */
export const en = { ...cardEn, ...requestEn, ...windowEn } as const
