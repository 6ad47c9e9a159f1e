import type { CloseRefusal, ModalState } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useModalScope } from '../context/ModalScope.tsx'
import { useReadable } from '../store/useReadable.ts'
import { Button } from '../ui/Button.tsx'
import { Hero } from '../ui/Hero.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SkeletonRows } from '../ui/SkeletonRows.tsx'
import { groupOfView, type View } from '../views/ViewGroup.ts'
import { AlertBar } from './AlertBar.tsx'
import { ModalHeader } from './ModalHeader.tsx'
import { useClickSeries } from './useClickSeries.ts'
import { ViewBoundary } from './ViewBoundary.tsx'
import { ViewStage } from './ViewStage.tsx'
import { viewKeyOf } from './viewKeyOf.ts'

export type ModalCardProps = {
  state: ModalState
  embedded?: boolean
  /** Whether the wallet's card is above. */
  behind?: boolean
}

/** The card: header, the current view, and the reason if closing was refused. */
export function ModalCard({ state, embedded = false, behind = false }: ModalCardProps) {
  const { latchkey, t } = useModalScope()
  const { loader, direction: textDirection } = useLatchkeyContext()
  const entry = state.history.at(-1)
  const key = viewKeyOf(state)
  const { groups } = useReadable(loader)
  const refusal = useRefusal(state, key)
  const keepClicksApart = useClickSeries(key)
  const connected = useReadable(latchkey.connection).status === 'connected'

  useEffect(() => {
    if (!state.open) return
    // Prefetch the views that the visitor is likely to open next.
    const groups = connected
      ? (['send', 'swap', 'transactions', 'network', 'receive'] as const)
      : (['network', 'pairing'] as const)
    const handle = window.setTimeout(() => groups.forEach(loader.loadGroup), 300)
    return () => window.clearTimeout(handle)
  }, [state.open, connected, loader])

  return (
    <div
      className="card"
      data-shake={state.shake === undefined ? undefined : ''}
      data-embedded={embedded || undefined}
      onClickCapture={keepClicksApart}
    >
      <AlertBar alert={state.alert} />
      <ModalHeader entry={entry} viewKey={key} embedded={embedded} />
      <ViewStage
        viewKey={key}
        direction={state.direction}
        mirrored={textDirection === 'rtl'}
        ready={entry !== undefined && groups[groupOfView[entry.name]] !== undefined}
        takeFocus={!embedded}
        behind={behind}
        depth={state.history.length}
      >
        {entry !== undefined && (
          <ViewBoundary key={key}>
            <CurrentView entry={entry} />
          </ViewBoundary>
        )}
      </ViewStage>
      <div role="alert" className="refusal" data-shown={refusal === undefined ? undefined : ''}>
        {refusal !== undefined && (
          <>
            <Icon name="alert" />
            <span>{t(`refusal.${refusal}`)}</span>
          </>
        )}
      </div>
    </div>
  )
}

function CurrentView({ entry }: { entry: ModalState['history'][number] }) {
  const { loader } = useLatchkeyContext()
  const { t } = useModalScope()
  const name = groupOfView[entry.name]
  const { groups, failedGroup } = useReadable(loader)
  const group = groups[name]
  useEffect(() => {
    const load = () => loader.loadGroup(name)
    load()
    addEventListener('online', load)
    return () => removeEventListener('online', load)
  }, [loader, name])
  if (group === undefined) {
    if (failedGroup !== name) return <SkeletonRows count={4} />
    return (
      <div className="view">
        <Hero icon="alert" tone="loss" title={t('load.failed.title')} text={t('load.failed.text')} />
        <Button onClick={() => loader.loadGroup(name)}>{t('retry')}</Button>
      </div>
    )
  }
  // Name and data of an entry match by construction (`ViewEntry`). A lookup loses the type.
  const Component = group.views[entry.name] as View<typeof entry.name> | undefined
  return Component === undefined ? null : <Component data={entry.data as never} />
}

/** Keeps the reason readable after the shake, until the visitor opens another view. */
function useRefusal({ shake }: ModalState, key: string | undefined): CloseRefusal | undefined {
  const [refusal, setRefusal] = useState<{ reason: CloseRefusal; key: string | undefined }>()
  if (shake !== undefined && (refusal?.reason !== shake.reason || refusal.key !== key)) {
    setRefusal({ reason: shake.reason, key })
  }
  return refusal !== undefined && refusal.key === key ? refusal.reason : undefined
}
