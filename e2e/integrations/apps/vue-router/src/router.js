import { createRouter, createWebHistory } from 'vue-router';
import { SHOP, titleOf } from '../shop.js';
import Home from './pages/home.vue';

export const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', component: Home, meta: { title: SHOP } },
    {
      path: '/products',
      component: () => import('./pages/products.vue'),
      meta: { title: titleOf('Products') },
    },
    {
      path: '/products/:slug',
      component: () => import('./pages/product.vue'),
      meta: { title: titleOf('Boots') },
    },
    {
      path: '/thanks',
      component: () => import('./pages/thanks.vue'),
      meta: { title: titleOf('Thank you') },
    },
    { path: '/old', redirect: '/products' },
  ],
});

router.afterEach((to) => {
  document.title = to.meta.title;
});
