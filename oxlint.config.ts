// Configures the linter: mistakes, unawaited promises, import circles, conventions, and the imports between folders. Its
// patterns are relative to the folder it is in, so it stays in the root.

import { defineConfig } from 'oxlint'
import { importOverrides } from './build/importTable.ts'

/** Globals that give another result at each run, or exist in one environment only. */
const impureGlobals = [
  'crypto',
  'document',
  'fetch',
  'localStorage',
  'performance',
  'process',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'window',
]

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['node_modules', 'dist', 'data', 'tests/results'],
  rules: {
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-duplicates': ['error', { preferInline: true }],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/no-explicit-any': 'error',
    // The table of imports does not see `import('#core/…').Thing` used as a type.
    'typescript/consistent-type-imports': 'error',
    // The table of imports refuses `node:fs`, and would not refuse `fs`.
    'unicorn/prefer-node-protocol': 'error',
    'unicorn/filename-case': ['error', { cases: { camelCase: true, pascalCase: true } }],
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    // tsc checks these.
    'no-unused-vars': 'off',
    'typescript/consistent-return': 'off',
    // These misread spread props and native checkboxes; the tests run axe on the rendered page.
    'jsx-a11y/click-events-have-key-events': 'off',
    'jsx-a11y/no-static-element-interactions': 'off',
    'jsx-a11y/role-has-required-aria-props': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    // exhaustive-deps checks the same.
    'react/exhaustive-effect-dependencies': 'off',
    // `fc.assert`, a small function beside its only caller, and conditional expectations in properties are allowed.
    'import/no-named-as-default-member': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect*', 'fc.assert', 'assert*', 'given*'] }],
    // Copies that are mutated later, and promises that end in an assertion, are intended.
    'unicorn/no-useless-spread': 'off',
    'promise/always-return': 'off',
    // given(…).when(…).then(…) is not a promise, and Koa awaits async handlers.
    'unicorn/no-thenable': 'off',
    'promise/valid-params': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'import/no-named-as-default': 'off',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/valid-title': 'off',
    // A short inner name that shadows an outer one is clearer than a third name.
    'no-shadow': 'off',
    // JSX is compiled with the automatic runtime.
    'react/react-in-jsx-scope': 'off',
    // Outside data is parsed by valibot; the remaining assertions are where generics cannot express the type.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-unnecessary-type-arguments': 'off',
    // Ports are objects of closures: their functions need no `this`.
    'typescript/unbound-method': 'off',
    // Sorting a new array in place is fine.
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    // Node's worker threads have no origin.
    'unicorn/require-post-message-target-origin': 'off',
    // Style sheets and polyfills are imported for their effect.
    'import/no-unassigned-import': 'off',
  },
  overrides: [
    ...importOverrides,
    {
      // Pure code gives the same result on the server, in the browser and in a test; time, ids and randomness are passed in.
      files: ['core/**', 'projections/**', 'web/chat/engine/**'],
      excludeFiles: ['projections/platform/**'],
      rules: {
        'no-restricted-globals': ['error', ...impureGlobals],
        'no-restricted-properties': [
          'error',
          { object: 'Date', property: 'now' },
          { object: 'Math', property: 'random' },
        ],
      },
    },
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
  ],
})
