import { moneyEn } from '../../messages/moneyEn.ts'
import type { ViewGroup } from '../ViewGroup.ts'
import { Activity } from './Activity.tsx'
import { Transaction } from './Transaction.tsx'
import { transactionsCss } from './transactions.css.ts'

/** What the visitor did, and what is under way. */
export const group: ViewGroup = { views: { Activity, Transaction }, styles: transactionsCss, messages: moneyEn }
