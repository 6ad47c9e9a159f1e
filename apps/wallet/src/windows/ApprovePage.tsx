import { useRef, useState } from 'preact/hooks'
import { ApprovalBody } from '../cards/approval/ApprovalBody.tsx'
import { ApproveButton } from '../cards/approval/ApproveButton.tsx'
import { approveLabel, approveTitle, gravestWarning, rejectLabel } from '../cards/approval/approveLabel.ts'
import { FindingText } from '../cards/approval/FindingText.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useScope } from '../ui/Scope.ts'
import { watchFocused } from '../ui/watchFocused.ts'
import type { WatchSeen } from '../ui/watchVisible.ts'
import { Failure } from './Failure.tsx'
import { Outcome } from './Outcome.tsx'
import { useCall } from './useCall.ts'
import type { WindowCalls, WindowState } from './WindowCalls.ts'
import { WindowLayout } from './WindowLayout.tsx'

export type ApprovePageProps = {
  calls: WindowCalls
  state: WindowState
  /** Detects whether the window is in front; tests replace it. */
  watch?: () => WatchSeen
}

/** `/w/approve`: the decision, in a window that no page can cover. It counts after 500 ms in front with the focus. */
export function ApprovePage({ calls, state: { approval, app }, watch = watchWindow }: ApprovePageProps) {
  const { t } = useScope()
  const region = useRef<HTMLDivElement>(null)
  const [decided, setDecided] = useState<'approved' | 'declined' | null>(null)
  const [armed, setArmed] = useState(false)
  const decide = useCall(async (approved: boolean) => {
    if (approval === null) return
    await calls.decide({ id: approval.id, approved })
    setDecided(approved ? 'approved' : 'declined')
    // Nothing is left to do. If the browser keeps the window open, it shows the decision.
    window.close()
  })
  const { origin } = app
  if (decided !== null) {
    return (
      <Outcome
        title={t(`decided.${decided}.title`)}
        text={t(`decided.${decided}.text`)}
        tone={decided === 'approved' ? 'gain' : 'plain'}
        origin={origin}
      />
    )
  }
  if (approval === null || approval.description === null) {
    return <Outcome title={t('decided.none.title')} text={t('decided.none.text')} tone="plain" origin={origin} />
  }
  const { description } = approval
  const warning = gravestWarning(description)
  return (
    <WindowLayout title={approveTitle({ t, description })} origin={approval.asker.origin}>
      <Failure failure={decide.failure} />
      <ApprovalBody card={{ ...approval, description }} shownBelow={warning} />
      <div class="foot" ref={region}>
        {warning !== null && (
          <p class="foot-warning" data-level={warning.level}>
            <Icon name="alert" />
            <span>
              <FindingText finding={warning} />
            </span>
          </p>
        )}
        <div class="pair">
          <Button kind="secondary" disabled={decide.busy} onClick={() => decide.run(false)}>
            {rejectLabel({ t, description })}
          </Button>
          <ApproveButton
            label={approveLabel({ t, description })}
            busy={decide.busy}
            region={region}
            watch={watch}
            subject={description}
            onArmed={setArmed}
            onApprove={() => decide.run(true)}
          />
        </div>
      </div>
      {/* Keeps its space when it is empty: moving the button would restart the wait. */}
      <p class="aside" style={{ visibility: armed || decide.busy ? 'hidden' : 'visible' }}>
        {t('approveWindow.wait')}
      </p>
    </WindowLayout>
  )
}

function watchWindow(): WatchSeen {
  return watchFocused({ window })
}
