import { moneyEn } from '../../messages/moneyEn.ts'
import { modalEntry } from '../../modal/modalEntry.ts'
import { amountFieldCss } from '../../ui/amountField.css.ts'
import { priceChoiceCss } from '../../ui/priceChoice.css.ts'
import { transactionStepsCss } from '../../ui/transactionSteps.css.ts'
import type { ViewGroup } from '../ViewGroup.ts'
import { sendCss } from './send.css.ts'
import { WalletSend } from './WalletSend.tsx'
import { WalletSendConfirmed } from './WalletSendConfirmed.tsx'
import { WalletSendPreview } from './WalletSendPreview.tsx'
import { WalletSendSelectToken } from './WalletSendSelectToken.tsx'

/** The way from a form to a sent transaction. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { WalletSend, WalletSendSelectToken, WalletSendPreview, WalletSendConfirmed },
  styles: [amountFieldCss, sendCss, priceChoiceCss, transactionStepsCss],
  messages: moneyEn,
}
