import { Component, type ReactNode } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { useReadable } from '../store/useReadable.ts'
import { Button } from '../ui/Button.tsx'
import { Hero } from '../ui/Hero.tsx'

const openTypes = ['asked', 'uncertain', 'pending']

/** Prevents an error in one view from unmounting the app. */
export class ViewBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <Broken onRetry={() => this.setState({ hasFailed: false })} /> : this.props.children
  }
}

/** Mentions money only if the record of requests to wallets has an open transaction. */
function Broken({ onRetry }: { onRetry: () => void }) {
  const { latchkey, t } = useModalScope()
  const isOpen = useReadable(latchkey.transactions).transactions.some(({ status: { type } }) =>
    openTypes.includes(type),
  )
  return (
    <div className="view">
      <Hero icon="alert" tone="loss" title={t('broken.title')} text={t(isOpen ? 'broken.underWay' : 'broken.text')} />
      <Button onClick={onRetry}>{t('tryAgain')}</Button>
    </div>
  )
}
