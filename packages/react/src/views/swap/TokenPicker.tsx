import type { ConvertToken } from '@latchkey/protocol/api'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TokenPicture } from '../../ui/TokenPicture.tsx'
import { pictureOf } from './tokenOf.ts'

/** What {@link TokenPicker} takes. */
export type TokenPickerProps = {
  side: 'from' | 'to'
  token: ConvertToken | undefined
  /** The tokens are not there yet. */
  waiting: boolean
}

/** The token of a side; leads to the list of all. */
export function TokenPicker({ side, token, waiting }: TokenPickerProps) {
  const { latchkey, t } = useModalScope()
  return (
    <button
      type="button"
      className="token-button"
      data-key={side}
      data-empty={token === undefined || undefined}
      aria-label={token === undefined ? t('send.missing.token') : t('send.token', { token: token.symbol })}
      onClick={() => latchkey.modal.push('SwapSelectToken', { side })}
    >
      {token !== undefined ? (
        <>
          <TokenPicture token={pictureOf(token)} size="small" />
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
