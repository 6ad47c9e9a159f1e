import { cardEn } from './cardEn.ts'
import { channelEn } from './channelEn.ts'
import { commonEn } from './commonEn.ts'
import { familyEn } from './familyEn.ts'
import { popupEn } from './popupEn.ts'
import { requestEn } from './requestEn.ts'
import { socialEn } from './socialEn.ts'
import { windowEn } from './windowEn.ts'
import { workEn } from './workEn.ts'

/** Every English text of the wallet; `{name}` is filled in. The bundle of a page has only its own parts. */
export const en = {
  ...commonEn,
  ...cardEn,
  ...requestEn,
  ...familyEn,
  ...socialEn,
  ...windowEn,
  ...popupEn,
  ...channelEn,
  ...workEn,
} as const
