import { smartAccountEn } from '../../messages/smartAccountEn.ts'
import { SmartAccountSettings } from '../../views/smartAccount/SmartAccountSettings.tsx'
import { SmartSessionList } from '../../views/smartAccount/SmartSessionList.tsx'
import { smartAccountCss } from '../../views/smartAccount/smartAccount.css.ts'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

/** Smart accounts, and the permissions of apps. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { SmartAccountSettings, SmartSessionList },
  styles: [smartAccountCss],
  messages: smartAccountEn,
}
