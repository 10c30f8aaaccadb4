import { expect, it } from 'vitest';
import { brokerProperties, brokerVariables } from './settings.ts';

const place = {
  listen: '0.0.0.0:9092',
  advertised: '127.0.0.1:20001',
  controller: '127.0.0.1:9093',
  data: '/data',
};

it('describes one combined broker and controller that creates no topics automatically', () => {
  const settings = brokerProperties(place).split('\n');
  expect(settings).toContain('listeners=PLAINTEXT://0.0.0.0:9092,CONTROLLER://127.0.0.1:9093');
  expect(settings).toContain('advertised.listeners=PLAINTEXT://127.0.0.1:20001');
  expect(settings).toContain('controller.quorum.voters=1@127.0.0.1:9093');
  expect(settings).toContain('auto.create.topics.enable=false');
});

it('returns the same settings in the form of the image', () => {
  expect(brokerVariables(place.advertised)).toMatchObject({
    KAFKA_ADVERTISED_LISTENERS: 'PLAINTEXT://127.0.0.1:20001',
    KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
  });
});
