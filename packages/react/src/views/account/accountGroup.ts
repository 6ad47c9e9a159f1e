import type { ViewGroup } from '../ViewGroup.ts'
import { Account } from './Account.tsx'
import { accountCss } from './account.css.ts'

/** What the visitor owns. */
export const accountGroup: ViewGroup = { views: { Account }, styles: [accountCss] }
