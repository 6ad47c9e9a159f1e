import type { ModalAlert } from '@latchkey/core'
import { useEffect, useRef } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { focusTitle } from '../ui/focusTitle.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'

export type AlertBarProps = { alert: ModalAlert | undefined }

/** Shows a configuration error of the app on top of the card, with details for the site builder. Never takes the focus. */
export function AlertBar({ alert }: AlertBarProps) {
  const { latchkey, t, sentence } = useModalScope()
  const bar = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    if (alert === undefined && hadFocus.current) focusTitle(bar.current?.getRootNode())
    hadFocus.current = false
  }, [alert])
  return (
    // Always in the page, so that a screen reader announces its content.
    <div ref={bar} role="alert" className="alert" data-shown={alert === undefined ? undefined : ''}>
      {alert !== undefined && (
        <>
          <Icon name="alert" />
          <div className="alert-text">
            <strong>{sentence(alert)}</strong>
            {alert.details !== undefined && (
              <details className="more">
                <summary>{t('details')}</summary>
                <p translate="no" lang="en" dir="ltr">
                  {alert.details}
                </p>
              </details>
            )}
          </div>
          <IconButton
            icon="close"
            label={t('alert.dismiss')}
            onClick={() => {
              hadFocus.current = true
              latchkey.modal.dismissAlert()
            }}
          />
        </>
      )}
    </div>
  )
}
