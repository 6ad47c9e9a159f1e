import { ButtonShell } from './ButtonShell.tsx'
import { useAccountShell } from './useAccountShell.tsx'

/** What {@link AccountButton} takes. */
export type AccountButtonProps = {
  /** Of the element on the page; the button itself stands in a shadow root that page styles do not reach. */
  className?: string | undefined
  /** Shows what the account is worth. It reads the balances on load, so it is off by default. */
  showBalance?: boolean | undefined
}

/**
 * The connected account; opens it. Renders nothing while nobody is connected.
 *
 * @example <AccountButton showBalance />
 */
export function AccountButton({ className, showBalance = false }: AccountButtonProps) {
  const shell = useAccountShell({ showBalance })
  return shell === undefined ? null : <ButtonShell {...shell} className={className} />
}
