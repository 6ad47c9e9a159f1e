import { signInEn } from '../../messages/signInEn.ts'
import { SignMessage } from '../../views/signIn/SignMessage.tsx'
import { signInCss } from '../../views/signIn/signIn.css.ts'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

/** Sign-in with a wallet signature: one view under two names, by what the app's networks are. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { ConnectingSiwe: SignMessage, SIWXSignMessage: SignMessage },
  styles: [signInCss],
  messages: signInEn,
}
