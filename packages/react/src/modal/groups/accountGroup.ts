import { Account } from '../../views/account/Account.tsx'
import { accountCss } from '../../views/account/account.css.ts'
import type { ViewGroup } from '../../views/ViewGroup.ts'

/** The views of the account. */
export const accountGroup: ViewGroup = { views: { Account }, styles: [accountCss] }
