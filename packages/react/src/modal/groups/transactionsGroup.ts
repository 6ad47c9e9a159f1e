import { moneyEn } from '../../messages/moneyEn.ts'
import { priceChoiceCss } from '../../ui/priceChoice.css.ts'
import { transactionStepsCss } from '../../ui/transactionSteps.css.ts'
import { ActivityPreview } from '../../views/account/ActivityPreview.tsx'
import { Activity } from '../../views/transactions/Activity.tsx'
import { Transaction } from '../../views/transactions/Transaction.tsx'
import { transactionsCss } from '../../views/transactions/transactions.css.ts'
import type { ViewGroup } from '../../views/ViewGroup.ts'
import { modalEntry } from '../modalEntry.ts'

/** The activity, and pending transactions. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { Activity, Transaction },
  ActivityPreview,
  styles: [transactionsCss, priceChoiceCss, transactionStepsCss],
  messages: moneyEn,
}
