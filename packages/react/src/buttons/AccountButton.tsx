import { ButtonShell } from './ButtonShell.tsx'
import { useAccountShell } from './useAccountShell.tsx'

export type AccountButtonProps = {
  /** Class of the host element on the page. The button is in a shadow root that page styles do not reach. */
  className?: string | undefined
  /** Shows the account's total value. Reads the balances on load, so it is off by default. */
  showBalance?: boolean | undefined
}

/**
 * Shows the connected account and opens it. Renders nothing while no wallet is connected.
 *
 * @example <AccountButton showBalance />
 */
export function AccountButton({ className, showBalance = false }: AccountButtonProps) {
  const shell = useAccountShell({ showBalance })
  return shell === undefined ? null : <ButtonShell {...shell} className={className} />
}
