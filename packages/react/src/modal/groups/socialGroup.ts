import { liveCodeEn } from '../../messages/liveCodeEn.ts'
import { missingEn } from '../../messages/missingEn.ts'
import { socialEn } from '../../messages/socialEn.ts'
import { liveCodeCss } from '../../ui/liveCode.css.ts'
import { ConnectingFarcaster } from '../../views/social/ConnectingFarcaster.tsx'
import { ConnectingSocial } from '../../views/social/ConnectingSocial.tsx'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

/** The views of a login with a provider. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { ConnectingSocial, ConnectingFarcaster },
  styles: [liveCodeCss],
  messages: { ...liveCodeEn, ...missingEn, ...socialEn },
}
