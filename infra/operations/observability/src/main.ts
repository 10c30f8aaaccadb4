/** Writes the Kubernetes copies of the rules. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { kubernetesFolders, kubernetesPath, kubernetesRule, ruleFiles } from './rules.ts';

for (const folder of kubernetesFolders) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
}
for (const file of ruleFiles) writeFileSync(kubernetesPath(file), kubernetesRule(file));
