import type { AccountId } from '@latchkey/protocol'
import { saveSettings, type VisitorSettings } from '@latchkey/protocol/api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { callEndpoint } from '../api/callEndpoint.ts'
import { settingsQuery } from '../api/ownQueries.ts'
import { toFailure } from '../api/toFailure.ts'
import { useLanguage } from '../language/LanguageContext.ts'
import { useSite } from '../site/SiteContext.ts'
import { useSiteTheme } from '../theme/ThemeContext.ts'
import { mergeSettings } from './mergeSettings.ts'
import { savingKey } from './savingKey.ts'

/** Keeps theme and language of the page and the signed-in account equal, after a change on either side. */
export function SettingsSync({ owner }: { owner: AccountId }) {
  const api = useSite()
  const cache = useQueryClient()
  const theme = useSiteTheme()
  const language = useLanguage()
  const options = settingsQuery({ api, owner })
  const { data, dataUpdatedAt } = useQuery(options)
  /** Choices on this page that the account does not have yet. */
  const chosen = useRef<{ theme?: boolean; language?: boolean }>({})
  /** Last theme and language of the page, and the account's language that is loading. */
  const shown = useRef({ theme: theme.choice, language: language.tag, coming: language.tag })

  const save = useMutation({
    mutationKey: savingKey(owner),
    mutationFn: ({ settings, version }: { settings: VisitorSettings; version: number; told: typeof chosen.current }) =>
      callEndpoint({
        api,
        endpoint: saveSettings,
        request: { query: { account: owner }, body: { settings, version } },
      }),
    onMutate: () => {
      chosen.current = {}
    },
    onSuccess: (answer) => cache.setQueryData(options.queryKey, (old) => old && answer),
    onError: (error, { told }) => {
      // Not saved yet. The next read tries again, at once if the account was changed elsewhere in the meantime.
      chosen.current = { ...told, ...chosen.current }
      if (toFailure(error).code === 'settings_conflict') void cache.invalidateQueries({ queryKey: options.queryKey })
    },
  })

  const meet = useEffectEvent(() => {
    if (!data || save.isPending) return
    const now = { theme: theme.choice, language: language.tag }
    const step = mergeSettings({ shown: now, saved: data.value, chosen: chosen.current })
    if (step.show.theme) {
      shown.current.theme = step.show.theme
      theme.choose(step.show.theme)
    }
    const next = step.show.language
    if (next) {
      shown.current.coming = next
      language.choose(next).catch(() => {
        // The language cannot be fetched: keep the current one.
      })
    }
    if (step.save) save.mutate({ settings: step.save, version: data.value.version, told: chosen.current })
  })
  useEffect(() => {
    const before = shown.current
    if (theme.choice !== before.theme) chosen.current = { ...chosen.current, theme: true }
    if (language.tag !== before.language && language.tag !== before.coming)
      chosen.current = { ...chosen.current, language: true }
    shown.current = { theme: theme.choice, language: language.tag, coming: before.coming }
  }, [theme.choice, language.tag])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any of these requires a merge
  useEffect(() => meet(), [theme.choice, language.tag, dataUpdatedAt, save.isPending])
  return null
}
