import tseslint from 'typescript-eslint'

const STRICT_SIZES = {
  'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
}

/** Object.assign does not see that members are readonly. */
const SESSION_WRITES = [
  '[arguments.0.name="session"]',
  '[arguments.0.object.name="tx"][arguments.0.property.name="session"]',
].map((target) => ({
  selector: `CallExpression[callee.object.name="Object"][callee.property.name="assign"]${target}`,
  message: 'A session changes by `tx.change` only.',
}))

export default tseslint.config(
  { ignores: ['**/dist/', 'node_modules/', 'coverage/', 'examples/', 'packages/client/src/generated/', '**/*.cjs'] },
  ...tseslint.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['eslint.config.js', 'scripts/*.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-control-regex': 'error',
      'no-restricted-syntax': [
        'error',
        ...SESSION_WRITES,
        {
          selector: 'MemberExpression[object.name="process"][property.name="env"]',
          message: 'Only entry points read process.env and pass it to config.ts.',
        },
        {
          selector: 'MemberExpression[object.name="AbortSignal"][property.name="any"]',
          message: 'Long-lived signals keep every combined one in Node 20; use withAnySignal.',
        },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false, properties: false, returns: false } },
      ],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['src/**/*.ts', 'workers/**/*.ts', 'packages/*/src/**/*.ts', 'dashboard/**/*.{ts,tsx}'],
    rules: STRICT_SIZES,
  },
  // The domain is pure: it does not wait, read the clock or use randomness.
  {
    files: ['src/domain/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...SESSION_WRITES,
        { selector: 'AwaitExpression', message: 'The domain is pure: no await.' },
        {
          selector: 'CallExpression[callee.object.name="Math"][callee.property.name="random"]',
          message: 'The domain is pure: no randomness.',
        },
        {
          selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
          message: 'The domain is pure: no clock.',
        },
        { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'The domain is pure: no clock.' },
      ],
    },
  },
  // Entry points, commands and tests use the terminal and pass the environment on. Postgres inherits a part of it.
  {
    files: [
      'src/main.ts',
      'src/cli/**/*.ts',
      'workers/main.ts',
      'bench/**/*.ts',
      'eval/**/*.ts',
      'tests/**/*.{ts,mjs}',
      'testing/**/*.ts',
      'src/http/pages/write-docs.ts',
      'scripts/*.mjs',
      'src/store/embedded/binaries.ts',
    ],
    rules: { 'no-console': 'off', 'no-restricted-syntax': 'off' },
  },
  { files: ['**/*.js', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
)
