import styles from '../pages/pages.module.css'
import { Button } from '../ui/Button.tsx'
import { Fold } from '../ui/Fold.tsx'
import { Note } from '../ui/Note.tsx'
import { Frame } from './Frame.tsx'

/** Shown if the phone cannot start: the errors of its configuration by key. */
export function Failed({ problems }: { problems: readonly string[] }) {
  return (
    <Frame>
      <header className={styles.bar} data-home>
        <h1>The phone cannot start</h1>
      </header>
      <div className={styles.content}>
        <Note tone="loss">
          Its configuration, <b translate="no">/phone.json</b>, cannot be used.
        </Note>
        <Fold title="Errors" open>
          <ul translate="no">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Fold>
        <Button kind="primary" size="large" onClick={() => location.reload()}>
          Try again
        </Button>
      </div>
    </Frame>
  )
}
