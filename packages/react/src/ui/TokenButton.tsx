import { useModalScope } from '../context/ModalScope.tsx'
import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'
import { TokenPicture } from './TokenPicture.tsx'

export type TokenButtonProps = {
  token: { symbol: string; iconUrl: string | null } | undefined
  /** The tokens are not loaded yet. */
  waiting: boolean
  /** The side, in a view with several: the focus returns to it, and a side without a token is highlighted. */
  side?: 'from' | 'to'
  onClick: () => void
}

/** The token of an amount; opens the list of tokens. */
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
