import { Component, type ReactNode } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { Button } from '../ui/Button.tsx'
import { Hero } from '../ui/Hero.tsx'

/** Keeps a mistake in one view from taking the host app down with it. */
export class ViewBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <Broken onRetry={() => this.setState({ hasFailed: false })} /> : this.props.children
  }
}

function Broken({ onRetry }: { onRetry: () => void }) {
  const { t } = useModalScope()
  return (
    <div className="view">
      <Hero icon="alert" tone="loss" title={t('broken.title')} text={t('broken.text')} />
      <Button onClick={onRetry}>{t('tryAgain')}</Button>
    </div>
  )
}
