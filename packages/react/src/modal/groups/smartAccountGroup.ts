import { smartAccountEn } from '../../messages/smartAccountEn.ts'
import { SmartAccountSettings } from '../../views/smartAccount/SmartAccountSettings.tsx'
import { SmartSessionList } from '../../views/smartAccount/SmartSessionList.tsx'
import { smartAccountCss } from '../../views/smartAccount/smartAccount.css.ts'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

/** Smart accounts, and what apps may do with one without asking. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { SmartAccountSettings, SmartSessionList },
  styles: [smartAccountCss],
  messages: smartAccountEn,
}
