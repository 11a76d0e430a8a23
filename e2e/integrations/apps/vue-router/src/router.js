import { createRouter, createWebHistory } from 'vue-router';
import Home from './pages/home.vue';

export const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', component: Home, meta: { title: 'Lowfield' } },
    {
      path: '/products',
      component: () => import('./pages/products.vue'),
      meta: { title: 'Products · Lowfield' },
    },
    {
      path: '/products/:slug',
      component: () => import('./pages/product.vue'),
      meta: { title: 'Boots · Lowfield' },
    },
    {
      path: '/thanks',
      component: () => import('./pages/thanks.vue'),
      meta: { title: 'Thank you · Lowfield' },
    },
    { path: '/old', redirect: '/products' },
  ],
});

router.afterEach((to) => {
  document.title = to.meta.title;
});
