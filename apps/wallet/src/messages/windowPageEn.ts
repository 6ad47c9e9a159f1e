import { cardEn } from './cardEn.ts'
import { commonEn } from './commonEn.ts'
import { familyEn } from './familyEn.ts'
import { requestEn } from './requestEn.ts'
import { socialEn } from './socialEn.ts'
import { windowEn } from './windowEn.ts'

/** The English texts of the windows that the frame opens. */
export const windowPageEn = { ...commonEn, ...cardEn, ...requestEn, ...familyEn, ...socialEn, ...windowEn } as const
