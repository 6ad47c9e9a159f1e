import { Account } from '../../views/account/Account.tsx'
import { accountCss } from '../../views/account/account.css.ts'
import type { ViewGroup } from '../../views/ViewGroup.ts'

/** What the visitor owns. */
export const accountGroup: ViewGroup = { views: { Account }, styles: [accountCss] }
