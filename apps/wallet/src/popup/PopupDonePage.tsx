import { providerNames } from '@latchkey/protocol'
import { errorCatalog } from '@latchkey/protocol/errors'
import { useEffect } from 'preact/hooks'
import { useScope } from '../ui/Scope.ts'
import { Outcome } from '../windows/Outcome.tsx'
import type { PopupEnding } from './readPopupFragment.ts'

export type PopupDonePageProps = { ending: PopupEnding | null; close: () => void }

/** `/popup/done`: the outcome of the login. If there is nothing to read, the window closes. */
export function PopupDonePage({ ending, close }: PopupDonePageProps) {
  const { t, failureText } = useScope()
  const isRead = ending !== null && (ending.code === null || ending.code === 'social_denied')
  useEffect(() => {
    if (isRead) close()
  }, [isRead, close])
  if (ending === null) return <Outcome tone="loss" title={t('popup.refused.title')} text={t('popup.refused.attempt')} />
  const { code } = ending
  const provider = providerNames[ending.provider]
  if (code === null) return <Outcome title={t('popup.done.title', { provider })} text={t('popup.done.text')} />
  if (code === 'social_denied') {
    const text = t('popup.cancelled.text', { provider })
    return <Outcome tone="plain" title={t('popup.cancelled.title')} text={text} />
  }
  const text = failureText({ code, message: errorCatalog[code].message }, { next: t('popup.failed.again') })
  return <Outcome tone="loss" title={t('popup.failed.title', { provider })} text={text} />
}
