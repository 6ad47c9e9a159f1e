// Reads a suite's JSON report, of any runner.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * Reads a report of Vitest, Playwright or `scripts/contracts.mjs`. One that is missing or cut short (the runner crashed) counts nothing.
 *
 * @param {'vitest' | 'playwright' | 'forge'} runner
 * @param {string} path
 * @param {RegExp} [titles] of the tests that were asked for, where not all were: the others do not count as skipped
 * @returns {{ passed: number, failed: number, skipped: number,
 *   failures: { file: string, name: string, message: string }[], files: { file: string, seconds: number }[] }}
 */
export function readReport(runner, path, titles) {
  let json
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }
  }
  // Written in this very form.
  if (runner === 'forge') return json
  return runner === 'vitest' ? readVitest(json, titles) : readPlaywright(json)
}

function readVitest(json, titles) {
  const failures = json.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed')
    // A file that does not load, or whose hook fails, has a message and no failed test.
    if (tests.length === 0 && file.status === 'failed')
      return [{ file: relative('.', file.name), name: '', message: firstLines(file.message) }]
    return tests.map((test) => ({
      file: relative('.', file.name),
      name: test.fullName.trim(),
      message: firstLines(test.failureMessages.join('\n')),
    }))
  })
  return {
    passed: json.numPassedTests,
    failed: Math.max(json.numFailedTests, failures.length),
    skipped: titles
      ? json.testResults
          .flatMap((file) => file.assertionResults)
          .filter(({ status, fullName }) => status === 'skipped' && titles.test(fullName)).length
      : json.numPendingTests,
    failures,
    files: json.testResults.map((file) => ({
      file: relative('.', file.name),
      seconds: (file.endTime - file.startTime) / 1000,
    })),
  }
}

function readPlaywright(json) {
  // Failures before the first test, such as the start of its services.
  const failures = json.errors.map(({ message }) => ({ file: '', name: '', message: firstLines(message) }))
  const seconds = new Map()
  const fileOf = (spec) => relative('.', join(json.config.rootDir, spec.file))
  const visit = (suite, titles) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests)
        for (const { duration } of test.results)
          seconds.set(fileOf(spec), (seconds.get(fileOf(spec)) ?? 0) + duration / 1000)
      const bad = spec.tests.find(({ status }) => status === 'unexpected')
      if (bad)
        failures.push({
          file: fileOf(spec),
          name: [...titles, spec.title].join(' › '),
          message: firstLines(bad.results.map(({ error }) => error?.message ?? '').join('\n')),
        })
    }
    for (const inner of suite.suites ?? []) visit(inner, [...titles, inner.title])
  }
  for (const suite of json.suites) visit(suite, [])
  return {
    passed: json.stats.expected + json.stats.flaky,
    failed: Math.max(json.stats.unexpected, failures.length),
    skipped: json.stats.skipped,
    failures,
    files: [...seconds].map(([file, spent]) => ({ file, seconds: spent })),
  }
}

function firstLines(message = '') {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
  const plain = message.replaceAll(/\u001b\[[0-9;]*m/g, '')
  return plain
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 12)
    .join('\n')
}
