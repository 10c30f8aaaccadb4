/** Writes Kubernetes' copies of the rules. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kubernetesFolder, kubernetesRule } from './kubernetes-rules.ts';
import { ruleFiles } from './rules.ts';

rmSync(kubernetesFolder, { recursive: true, force: true });
mkdirSync(kubernetesFolder);
for (const file of ruleFiles) writeFileSync(join(kubernetesFolder, `${file.subject}.yaml`), kubernetesRule(file));
