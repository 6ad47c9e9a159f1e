import type { ViewGroup } from '../ViewGroup.ts'
import { Account } from './Account.tsx'
import { Activity } from './Activity.tsx'
import { accountCss } from './account.css.ts'
import { Transaction } from './Transaction.tsx'

/** What the visitor owns and did. */
export const group: ViewGroup = { views: { Account, Activity, Transaction }, styles: accountCss }
