import type { OnrampAsset, OnrampIssue } from '@latchkey/core'
import { useId } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { TokenPicture } from '../../ui/TokenPicture.tsx'

export type AssetFieldProps = {
  asset: OnrampAsset | undefined
  issue: OnrampIssue | undefined
  /** The list of tokens is not loaded yet. */
  waiting: boolean
}

/** The token to buy and its network; opens the list of tokens. */
export function AssetField({ asset, issue, waiting }: AssetFieldProps) {
  const { latchkey, t, sentence } = useModalScope()
  const id = useId()
  const isWaiting = asset === undefined && waiting
  return (
    <div className="buy-asset">
      <button
        type="button"
        className="row"
        data-key="asset"
        data-invalid={issue === undefined ? undefined : ''}
        aria-describedby={issue === undefined ? undefined : id}
        onClick={() => latchkey.modal.push('OnRampTokenSelect')}
      >
        {asset === undefined ? (
          <span className={isWaiting ? 'picture skeleton' : 'picture tile'}>{!isWaiting && <Icon name="coins" />}</span>
        ) : (
          <TokenPicture token={asset} />
        )}
        <span className="row-text">
          <span className="row-subtitle">{t('buy.get')}</span>
          <span className="row-title">
            {asset !== undefined ? (
              <span translate="no" title={asset.name}>
                {asset.symbol}
              </span>
            ) : isWaiting ? (
              <span className="skeleton skeleton-line" data-width="0" />
            ) : (
              t('send.missing.token')
            )}
          </span>
        </span>
        <span className="row-end">
          {asset !== undefined && (
            <span className="buy-network" translate="no">
              {asset.networkName}
            </span>
          )}
          <Icon name="down" />
        </span>
      </button>
      {issue !== undefined && (
        <p id={id} role="alert" className="issue buy-issue">
          {sentence(issue)}
        </p>
      )}
    </div>
  )
}
