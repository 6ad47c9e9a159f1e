import { LatchkeyError } from '@latchkey/protocol'
import { useEffect, useRef, useState } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { useEmailLogin } from '../hooks/useEmailLogin.ts'
import { Button } from './Button.tsx'
import { Hero } from './Hero.tsx'

export type ProtectFirstProps = {
  /** The wallet is protected, or the visitor continues without protection. */
  onAnswered: () => void
}

/** Asks the visitor to make the embedded wallet recoverable before money arrives. */
export function ProtectFirst({ onAnswered }: ProtectFirstProps) {
  const { t, sentence } = useModalScope()
  const { state, ensureProtected } = useEmailLogin()
  const isKnown = state.isProtected !== undefined
  const [isAsking, setAsking] = useState(!isKnown)
  const [failure, setFailure] = useState<string>()

  async function protect(): Promise<void> {
    setAsking(true)
    setFailure(undefined)
    try {
      await ensureProtected()
      onAnswered()
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      const isClosed = error.code === 'request_aborted' || error.code === 'user_rejected'
      setFailure(isClosed ? t('protect.failed') : sentence(error))
    } finally {
      setAsking(false)
    }
  }

  const first = useRef(isKnown ? undefined : protect)
  useEffect(() => {
    // A protected wallet answers at once, so the visitor does not see this view.
    void first.current?.()
    first.current = undefined
  }, [])

  return (
    <div className="view">
      <Hero
        icon="shield"
        tone="accent"
        title={t('protect.title')}
        text={t(state.isKept === false ? 'protect.text.unkept' : 'protect.text')}
      />
      {failure !== undefined && (
        <p role="alert" className="text-field-issue">
          {failure}
        </p>
      )}
      <Button autoFocusInView busy={isAsking} onClick={() => void protect()}>
        {t('protect.action')}
      </Button>
      {isAsking && isKnown ? (
        <p className="aside" role="status">
          {t('protect.waiting')}
        </p>
      ) : (
        <Button kind="secondary" onClick={onAnswered}>
          {t('protect.later')}
        </Button>
      )}
    </div>
  )
}
