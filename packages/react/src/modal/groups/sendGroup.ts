import { moneyEn } from '../../messages/moneyEn.ts'
import { amountFieldCss } from '../../ui/amountField.css.ts'
import { priceChoiceCss } from '../../ui/priceChoice.css.ts'
import { transactionStepsCss } from '../../ui/transactionSteps.css.ts'
import { sendCss } from '../../views/send/send.css.ts'
import { WalletSend } from '../../views/send/WalletSend.tsx'
import { WalletSendConfirmed } from '../../views/send/WalletSendConfirmed.tsx'
import { WalletSendPreview } from '../../views/send/WalletSendPreview.tsx'
import { WalletSendSelectToken } from '../../views/send/WalletSendSelectToken.tsx'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

/** The views to send, from the form to the sent transaction. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { WalletSend, WalletSendSelectToken, WalletSendPreview, WalletSendConfirmed },
  styles: [amountFieldCss, sendCss, priceChoiceCss, transactionStepsCss],
  messages: moneyEn,
}
