import { CopyButton } from '../ui/CopyButton.tsx'
import { useScope } from '../ui/Scope.ts'

/** The release hash of this page, for comparison with the published one. */
export function ReleaseSection({ release }: { release: string }) {
  const { t } = useScope()
  return (
    <section class="section">
      <h2 class="section-title">{t('security.release.title')}</h2>
      <p class="section-text">{t('security.release.text')}</p>
      <div class="entry">
        <span class="digest" translate={false} dir="ltr">
          {release}
        </span>
        <CopyButton text={release} label={t('security.release.copy')} />
      </div>
    </section>
  )
}
