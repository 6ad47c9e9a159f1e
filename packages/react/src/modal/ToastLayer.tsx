import type { Toast } from '@latchkey/core'
import { useLayoutEffect, useRef } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { useReadable } from '../store/useReadable.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Spinner } from '../ui/Spinner.tsx'

/** The toast, in the top layer: only there it is above a modal dialog. */
export function ToastLayer({ toast }: { toast: Toast | undefined }) {
  return toast === undefined ? null : <ToastCard key={toast.id} toast={toast} />
}

function ToastCard({ toast }: { toast: Toast }) {
  const { latchkey, t, sentence } = useModalScope()
  const element = useRef<HTMLDivElement>(null)
  const { text, kind } = toast
  const { active } = useReadable(latchkey.networks)
  const risk = text === 'unprotected' || text === 'unkept' ? text : undefined
  useLayoutEffect(() => {
    // After the dialog around it has opened, because the last element that enters the top layer is on top.
    queueMicrotask(() => {
      const popover = element.current
      if (popover !== null && 'showPopover' in popover && !popover.matches(':popover-open')) popover.showPopover()
    })
  }, [])
  function protect(): void {
    latchkey.modal.dismissToast()
    // The visitor closed the card without an answer. The account shows the warning again.
    latchkey.email.ensureProtected().catch(() => undefined)
  }
  return (
    <div ref={element} popover="manual" className="toast" data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <span className="toast-mark">{kind === 'loading' ? <Spinner /> : <Icon name={markOf(toast)} />}</span>
      <span className="toast-text">
        {risk
          ? t(`security.${risk}.title`)
          : text === 'tookOver'
            ? // With its network, because it may be the same wallet in another family.
              t('toast.tookOver', { wallet: active ? `${toast.wallet} (${active.name})` : (toast.wallet ?? '') })
            : text && text !== 'unprotected' && text !== 'unkept'
              ? t(`toast.${text}`)
              : toast.code
                ? sentence({ code: toast.code, message: toast.message })
                : toast.message}
      </span>
      {risk && (
        <button type="button" className="text-button" onClick={protect}>
          {t('protect.short')}
        </button>
      )}
      <IconButton icon="close" label={t('toast.dismiss')} onClick={() => latchkey.modal.dismissToast()} />
    </div>
  )
}

function markOf({ kind, text }: Toast): IconName {
  if (kind === 'error' || kind === 'warning') return 'alert'
  // The transaction is pending. A tick would mean that it is confirmed.
  return text === 'transactionStarted' ? 'clock' : 'check'
}
