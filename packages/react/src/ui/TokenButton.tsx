import { useModalScope } from '../context/ModalScope.tsx'
import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'
import { TokenPicture } from './TokenPicture.tsx'

/** What {@link TokenButton} takes. */
export type TokenButtonProps = {
  token: { symbol: string; iconUrl: string | null } | undefined
  /** The tokens are not there yet. */
  waiting: boolean
  /** Which one, where a view has several: the focus comes back to it, and one without a token stands out. */
  side?: 'from' | 'to'
  onClick: () => void
}

/** The token of an amount; leads to the list of all. */
export function TokenButton({ token, waiting, side, onClick }: TokenButtonProps) {
  const { t } = useModalScope()
  return (
    <button
      type="button"
      className="token-button"
      data-key={side}
      data-empty={(side !== undefined && token === undefined) || undefined}
      aria-label={token === undefined ? t('send.missing.token') : t('send.token', { token: token.symbol })}
      onClick={onClick}
    >
      {token !== undefined ? (
        <>
          <TokenPicture token={token} size="small" />
          <span translate="no">{token.symbol}</span>
        </>
      ) : waiting ? (
        <Spinner />
      ) : (
        t('send.missing.token')
      )}
      <Icon name="down" />
    </button>
  )
}
