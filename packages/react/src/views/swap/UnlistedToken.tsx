import type { SwapToken } from '@latchkey/core'
import { useEffect, useRef } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { AddressText } from '../../ui/AddressText.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Detail, Details } from '../../ui/Details.tsx'
import { Note } from '../../ui/Note.tsx'
import { TokenPicture } from '../../ui/TokenPicture.tsx'
import { ViewFooter } from '../../ui/ViewFooter.tsx'
import { contractOf, pictureOf } from './tokenOf.ts'

export type UnlistedTokenProps = {
  token: SwapToken
  /** A listed token has the same symbol. */
  hasTwin: boolean
  onTake: () => void
  onBack: () => void
}

/** Asks for a confirmation of an unlisted token. Shows its address, because its name proves nothing. */
export function UnlistedToken({ token, hasTwin, onTake, onBack }: UnlistedTokenProps) {
  const { t } = useModalScope()
  const address = contractOf(token)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <div className="view">
      <div className="hero">
        <TokenPicture token={pictureOf(token)} size="large" />
        <h3 className="hero-title swap-doubt" ref={title} tabIndex={-1}>
          {t('swap.unlistedTitle')}
        </h3>
        <p className="hero-text" translate="no">
          {token.name} ({token.symbol})
        </p>
      </div>
      <Note tone={hasTwin ? 'loss' : 'warn'}>
        {hasTwin && <strong>{t('swap.unlistedSame')}</strong>}
        <span>{t('swap.unlistedText')}</span>
      </Note>
      {address !== undefined && (
        <Details>
          <Detail name={t('swap.contract')} stacked>
            <AddressText address={address} />
            <CopyButton text={address} label={t('copy.address')} />
          </Detail>
        </Details>
      )}
      <ViewFooter>
        <div className="pair">
          <Button onClick={onBack}>{t('header.back')}</Button>
          <Button kind="secondary" onClick={onTake}>
            {t('swap.unlistedUse')}
          </Button>
        </div>
      </ViewFooter>
    </div>
  )
}
