import { moneyEn } from '../../messages/moneyEn.ts'
import { modalEntry } from '../../modal/modalEntry.ts'
import { priceChoiceCss } from '../../ui/priceChoice.css.ts'
import { transactionStepsCss } from '../../ui/transactionSteps.css.ts'
import type { ViewGroup } from '../ViewGroup.ts'
import { Activity } from './Activity.tsx'
import { Transaction } from './Transaction.tsx'
import { transactionsCss } from './transactions.css.ts'

/** What the visitor did, and what is under way. */
export const group: ViewGroup = {
  after: modalEntry,
  views: { Activity, Transaction },
  styles: [transactionsCss, priceChoiceCss, transactionStepsCss],
  messages: moneyEn,
}
