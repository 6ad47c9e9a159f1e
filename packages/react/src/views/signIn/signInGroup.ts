import { signInEn } from '../../messages/signInEn.ts'
import { modalEntry } from '../../modal/modalEntry.ts'
import type { ViewGroup } from '../ViewGroup.ts'
import { SignMessage } from './SignMessage.tsx'
import { signInCss } from './signIn.css.ts'

/** Sign-in with a wallet signature: one view under two names, by what the app's networks are. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { ConnectingSiwe: SignMessage, SIWXSignMessage: SignMessage },
  styles: [signInCss],
  messages: signInEn,
}
