import { signInEn } from '../../messages/signInEn.ts'
import { SignMessage } from '../../views/signIn/SignMessage.tsx'
import { signInCss } from '../../views/signIn/signIn.css.ts'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

/** The sign-in with a wallet signature: one view under two names, which depend on the app's networks. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { ConnectingSiwe: SignMessage, SIWXSignMessage: SignMessage },
  styles: [signInCss],
  messages: signInEn,
}
