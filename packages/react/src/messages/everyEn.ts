import { directoryEn } from './directoryEn.ts'
import { emailEn } from './emailEn.ts'
import { en } from './en.ts'
import { liveCodeEn } from './liveCodeEn.ts'
import { missingEn } from './missingEn.ts'
import { moneyEn } from './moneyEn.ts'
import { namesEn } from './namesEn.ts'
import { networkEn } from './networkEn.ts'
import { onrampEn } from './onrampEn.ts'
import { pairingEn } from './pairingEn.ts'
import { protectEn } from './protectEn.ts'
import { receiveEn } from './receiveEn.ts'
import { settingsEn } from './settingsEn.ts'
import { signInEn } from './signInEn.ts'
import { smartAccountEn } from './smartAccountEn.ts'
import { socialEn } from './socialEn.ts'
import { swapEn } from './swapEn.ts'
import { walletsEn } from './walletsEn.ts'

/** Every English text of the kit by key, as the source of all translations. */
export const everyEn = {
  ...en,
  ...directoryEn,
  ...emailEn,
  ...liveCodeEn,
  ...missingEn,
  ...moneyEn,
  ...namesEn,
  ...networkEn,
  ...onrampEn,
  ...pairingEn,
  ...protectEn,
  ...receiveEn,
  ...settingsEn,
  ...signInEn,
  ...smartAccountEn,
  ...socialEn,
  ...swapEn,
  ...walletsEn,
} as const
